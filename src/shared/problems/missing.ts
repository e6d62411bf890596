// The detail of a 404 names the records of the path, so that a client with several sids sees which one to check.

import { isPrefix, prefixes } from '../../../db/sid.ts'
import { Problem } from './problem.ts'

const sidInPath = /\/(([A-Z]{2})[a-f0-9]{32})(?=\/|$)/g

/** Returns `exam EX… of install AI…` for a path with these sids: the last one first. */
function recordsIn(path: string): string {
  const records = [...path.matchAll(sidInPath)].flatMap(([, sid = '', prefix = '']) =>
    isPrefix(prefix) ? [`${prefixes[prefix]} ${sid}`] : [],
  )
  return records.toReversed().join(' of ')
}

/** Returns the problem with a detail that names the records of the path, if it is a 404 without a detail of its own. */
export function withMissingRecord(problem: Problem, path: string): Problem {
  const { code, hasDetail, members, headers } = problem
  if (code !== 'not_found' || hasDetail) return problem
  const records = recordsIn(path)
  return records === '' ? problem : new Problem(code, `There is no ${records}.`, { members, headers })
}

/** Returns the problem of an install that the caller does not reach, or that does not exist. */
export const noSuchInstall = (installSid: string): Problem =>
  new Problem('not_found', `There is no ${prefixes.AI} ${installSid}.`)
