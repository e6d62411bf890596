/**
 * Every action there is. Routes are typed by it, so that a route cannot name an action that is not here;
 * a test holds that every action here has a route.
 */
export const catalogue = [
  'sp:CreateCredential',
  'sp:CreateInstall',
  'sp:CreateStsToken',
  'sp:CreateUser',
  'sp:ListCredentials',
  'sp:ListUsers',
  'sp:ReadUserProfile',
  'sp:RefreshStsToken',
  'sp:RevokeCredential',
  'sp:UpdateUserProfile',
] as const

export type Action = (typeof catalogue)[number]
