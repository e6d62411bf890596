/** Whether a missing Chromium is a failure: in `--mode all`, unless `WITHOUT_BROWSER=1` (CONTRIBUTING.md). */
export const requiresBrowser = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env['ROUNDS'] === 'all' && env['WITHOUT_BROWSER'] !== '1'
