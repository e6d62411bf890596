// The password of an exam is encrypted and bound to the row of its configuration.

import type { SidOf } from '../../../../db/sid.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'

type SealEnv = { sealed: Seal }

export const sealPassword = async ({ sealed }: SealEnv, sid: SidOf<'EC'>, password: string | null) =>
  password && (await sealed.seal({ purpose: 'exam-password', sid }, password))

export const openPassword = async (
  { sealed }: SealEnv,
  { sid, password }: { sid: SidOf<'EC'>; password: string | null },
) => password && (await sealed.open({ purpose: 'exam-password', sid }, password))
