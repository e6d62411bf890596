// The password of an exam is kept sealed, for the row of the configuration that it is of.

import type { SidOf } from '../../../../db/sid.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'

type Sealing = { sealed: Seal }

export const sealPassword = async ({ sealed }: Sealing, sid: SidOf<'EC'>, password: string | null) =>
  password && (await sealed.seal({ purpose: 'exam-password', sid }, password))

export const openPassword = async (
  { sealed }: Sealing,
  { sid, password }: { sid: SidOf<'EC'>; password: string | null },
) => password && (await sealed.open({ purpose: 'exam-password', sid }, password))
