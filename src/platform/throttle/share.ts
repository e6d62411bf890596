/** The share of a limit of an application that the callers bound to one install may use. */
const installShare = 0.2

/** Returns the part of a limit of an application that the callers bound to one install may use, at least 1. */
export const shareOfInstall = (limit: number): number => Math.ceil(limit * installShare)
