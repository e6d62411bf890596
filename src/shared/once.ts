/** Returns a function that calls `make` once and always returns its result. Later arguments are ignored. */
export function once<A extends unknown[], T extends object>(make: (...args: A) => T): (...args: A) => T {
  let result: T | undefined
  return (...args) => {
    result ??= make(...args)
    return result
  }
}
