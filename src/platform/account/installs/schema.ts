import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'

const AccountInstall = z
  .object(
    described(
      {
        sid: Sid('AI'),
        name: z.string(),
        createdDate: Instant,
        users: z.int(),
        exams: z.int(),
        liveSessions: z.int(),
      },
      {
        name: { description: 'The name of the institution or deployment.', example: 'Example University' },
        users: {
          description: 'The number of its users. A user that was merged into another one does not count.',
          example: 1280,
        },
        exams: { description: 'The number of its exams that are not deleted.', example: 42 },
        liveSessions: { description: 'The number of attempts that are being taken now.', example: 17 },
      },
    ),
  )
  .meta({ id: 'AccountInstall' })

export const AccountInstallPage = pageOf(AccountInstall, 'AccountInstallPage')

export const AccountInstallQuery = listQuery(
  {
    name: Text(200)
      .optional()
      .meta({ description: 'A part of the name, in any case.', example: 'university' }),
  },
  ['createdDate', 'name'],
)
