// No state directory can be committed by accident, whatever its name (.gitignore).
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'

const files = [
  ...['pglite/base', 'postgres/data/base', 'postgres/password', 'keys.json', 'sealing-key', 'demo.json'],
  ...['qstash.db', 'qstash-keys.json', 'mail.jsonl', 'database.json', 'workerd.pid', '.lock'],
]

test.each(['.local', '.pg', 'state/of/exams'])(
  'Git ignores each secret and the data of the state directory %s',
  name => {
    const paths = files.map(file => `${name}/${file}`)
    const ignored = execFileSync('git', ['check-ignore', '--no-index', ...paths], {
      cwd: projectFile(''),
      encoding: 'utf8',
    })
    expect(ignored.trim().split('\n')).toEqual(paths)
  },
)
