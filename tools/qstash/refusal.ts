/** A request that is refused, with the status and the text of the answer `{"error": …}`. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404 | 409 | 500 | 501
  constructor(status: Refusal['status'], message: string) {
    super(message)
    this.status = status
  }
}

/** The refusal of what cannot be understood, with 400. */
export const badRequest = (message: string) => new Refusal(400, message)

/** The refusal of what is not there, with 404. @param thing names it, as in `queue main` */
export const notFound = (thing: string) => new Refusal(404, `${thing} not found`)
