// A change: it runs once at a time, its problem is kept for display, and what is shown is read again afterwards.

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem } from '../../../client/index.ts'
import { askForSignIn, ifUnchanged, refresh } from '../api/client.ts'
import { announce } from './announcer.tsx'

export type ActionState<Input extends unknown[]> = {
  run(...input: Input): Promise<boolean>
  isPending: boolean
  problem: unknown
  clear(): void
}

/**
 * Returns a change.
 * @param perform sends the request
 * @param done the text that is announced when it has succeeded
 */
export function useAction<Input extends unknown[]>(
  perform: (...input: Input) => Promise<unknown>,
  done?: string,
): ActionState<Input> {
  const queries = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const isRunning = useRef(false)
  return {
    isPending,
    problem,
    clear: () => setProblem(undefined),
    async run(...input) {
      if (isRunning.current) return false
      isRunning.current = true
      setPending(true)
      setProblem(undefined)
      try {
        await perform(...input)
        await refresh(queries)
        if (done) announce(done)
        return true
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'fresh_sign_in_required') askForSignIn()
        // Without a connection, this would wait until it is back.
        else if (error instanceof ApiProblem && error.status !== 401) await refresh(queries)
        setProblem(error)
        return false
      } finally {
        isRunning.current = false
        setPending(false)
      }
    },
  }
}

/**
 * Returns a change of a record that was read. It fails if the record was changed since the form was opened; after the
 * operator has seen that, it applies to the current record.
 * @param path the address of the record
 */
export function useEdit<Input extends unknown[]>(
  path: string,
  perform: (headers: Record<string, string>, ...input: Input) => Promise<unknown>,
  done?: string,
): ActionState<Input> {
  const version = useRef(ifUnchanged(path))
  const isOutdated = useRef(false)
  return useAction(async (...input: Input) => {
    // Read again after the attempt before, and shown.
    if (isOutdated.current) version.current = ifUnchanged(path)
    isOutdated.current = false
    try {
      await perform(version.current, ...input)
      // A form that stays open is about the record that it has changed.
      isOutdated.current = true
    } catch (error) {
      isOutdated.current = error instanceof ApiProblem && error.status === 412
      throw error
    }
  }, done)
}
