// The common filters of several reports, as random choices.
import fc from 'fast-check'
import { paired, pointing, valued } from './report-check.ts'
import { instants, parts } from './report-data.ts'

export const texts = (...names: string[]) => names.map(name => valued(name, parts))
export const offering = pointing('courseOfferingSid', 'CO', rows => rows.offerings)
export const course = pointing('courseSid', 'CU', rows => rows.courses)
export const exam = pointing('examSid', 'EX', rows => rows.exams)
export const overlap = paired('examWindowStart', 'examWindowEnd', instants)
export const containment = paired('examOpenDate', 'examCloseDate', instants)
export const flag = (name: string) => valued(name, fc.constantFrom('true', 'false'))
