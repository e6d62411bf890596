// The learners of an assignment: found by name, and removed from the list.

import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sid } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { type Found, nameOf } from '../../api/people.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/form.tsx'
import { EnrolledName } from '../../components/person-name.tsx'
import { PersonSearch, personTexts } from '../../components/person-search.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { texts } from './texts.ts'

/** How many of them are shown at first. */
const shownFirst = 10

type Props = {
  courseSid: `CU${string}`
  /** Their enrollments. */
  learners: readonly string[]
  onChange(learners: readonly string[]): void
}

export function AssignedLearners({ courseSid, learners, onChange }: Props) {
  const id = useId()
  const queries = useQueryClient()
  const installSid = useInstallSid()
  const [missing, setMissing] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const [isWhole, setWhole] = useState(false)
  const add = async (person: Found) => {
    setMissing(undefined)
    setProblem(undefined)
    try {
      const { results } = await queries.fetchQuery(
        read('/v1/installs/{installSid}/courses/{courseSid}/enrollments', {
          params: { installSid, courseSid },
          query: { userSid: sid('US', person.sid), limit: 1 },
        }),
      )
      const enrolled = results[0]?.sid
      if (enrolled === undefined) setMissing(nameOf(person))
      else if (!learners.includes(enrolled)) onChange([enrolled, ...learners])
    } catch (error) {
      setProblem(error)
    }
  }
  const shown = isWhole ? learners : learners.slice(0, shownFirst)
  return (
    <div className="stack">
      <Field name="targets" label={texts.addLearner} hint={personTexts.hint}>
        {described => <PersonSearch described={described} isRepeated onChoose={person => void add(person)} />}
      </Field>
      <div role="status">{missing !== undefined && texts.notEnrolled(missing)}</div>
      <ProblemNotice problem={problem} />
      {learners.length > 0 && (
        <>
          <p id={id}>{texts.learners(formatNumber(learners.length))}</p>
          <ul className="chosen" aria-labelledby={id}>
            {shown.map(enrollmentSid => (
              <li key={enrollmentSid}>
                <EnrolledName {...{ courseSid, enrollmentSid }} />
                <Button
                  kind="quiet"
                  onPress={() => onChange(learners.filter(each => each !== enrollmentSid))}>
                  {common.remove}
                </Button>
              </li>
            ))}
          </ul>
          {shown.length < learners.length && (
            <div>
              <Button kind="quiet" onPress={() => setWhole(true)}>
                {texts.showLearners}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
