/**
 * The options of tests in a browser: a test is repeated once when the browser did not respond in time (a `TimeoutError` of Playwright),
 * or later than the test states (test/support/late.ts). Other failures are not repeated.
 */
export const repeatedOnce = {
  retry: { count: 1, condition: /^(?:Late: |[\w.]+: Timeout \d+ms exceeded)/ },
}
