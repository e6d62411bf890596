// Area A, in the order of the interface: read this first.

import { createCredential, listCredentials, revokeCredential } from './credentials/routes.ts'
import { createInstall } from './installs/routes.ts'
import { createUser, listUsers, readUserProfile, updateUserProfile } from './users/routes.ts'

export const routes = [
  createInstall,
  createCredential,
  listCredentials,
  revokeCredential,
  createUser,
  listUsers,
  readUserProfile,
  updateUserProfile,
]
