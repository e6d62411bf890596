// Constants and parameters that the operations of the token service share.

import * as z from 'zod'
import { Sid } from '../shared/values/sid.ts'

export const tag = 'Token service'
export const path = '/v1/installs/{installSid}/sts/tokens'
export const InstallParams = z.strictObject({ installSid: Sid('AI') })
