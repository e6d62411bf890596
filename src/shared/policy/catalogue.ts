/**
 * Every action there is. Routes are typed by it, so that a route cannot name an action that is not here;
 * a test holds that every action here has a route.
 */
export const catalogue = [
  'sp:CreateCredential',
  'sp:CreateInstall',
  'sp:CreateProctor',
  'sp:CreateStsToken',
  'sp:CreateUser',
  'sp:ListCredentials',
  'sp:ListInstalls',
  'sp:ListProctors',
  'sp:ListTimeZones',
  'sp:ListUsers',
  'sp:ReadInstall',
  'sp:ReadInstallSettings',
  'sp:ReadProctor',
  'sp:ReadUserProfile',
  'sp:RefreshStsToken',
  'sp:RevokeCredential',
  'sp:UpdateInstallSettings',
  'sp:UpdateProctor',
  'sp:UpdateUserProfile',
] as const

export type Action = (typeof catalogue)[number]
