// Area A, in the order in which an institution is brought in: read this first.

import { createCredential, listCredentials, revokeCredential } from './credentials/routes.ts'
import {
  createInstall,
  listInstalls,
  readInstall,
  readSettings,
  updateInstallSettings,
} from './installs/routes.ts'
import { createProctor, listProctors, readProctor, updateProctor } from './proctors/routes.ts'
import { listTimeZones } from './time-zones/routes.ts'
import { createUser, listUsers, readUserProfile, updateUserProfile } from './users/routes.ts'

export const routes = [
  createInstall,
  listInstalls,
  readInstall,
  readSettings,
  updateInstallSettings,
  createCredential,
  listCredentials,
  revokeCredential,
  createProctor,
  listProctors,
  readProctor,
  updateProctor,
  listTimeZones,
  createUser,
  listUsers,
  readUserProfile,
  updateUserProfile,
]
