// The CPU time of processes, which the load of other machines on the same host changes less than the elapsed time.

import { readFileSync } from 'node:fs'
import { descendants, type Started } from '../test/support/start.ts'

/** The CPU time that the processes have used so far, in ms, in steps of 10. Linux only. @throws Error if one has ended */
export const cpuMs = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => {
    // The fields 14 and 15, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return total + (Number(fields[11]) + Number(fields[12])) * 10
  }, 0)

/**
 * Returns a function for the CPU time in ms that the processes of the system have used since this call. It leaves out those
 * that have ended meanwhile, which only maintain the database.
 * @param program the name of the processes to count; without it, all
 */
export function startCpuTime({ child }: Started, program?: string): () => number {
  const pids = [child.pid ?? 0, ...descendants(child.pid)].filter(
    pid => program === undefined || statOf(pid)?.includes(`(${program})`),
  )
  const before = pids.map(cpuMsOrNaN)
  return () => pids.map((pid, at) => cpuMsOrNaN(pid) - (before[at] ?? 0) || 0).reduce((sum, ms) => sum + ms)
}

function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}

function cpuMsOrNaN(pid: number): number {
  try {
    return cpuMs([pid])
  } catch {
    return Number.NaN
  }
}
