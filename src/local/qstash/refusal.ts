/** A request that is refused, with the status and the text of the answer `{"error": …}`. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404 | 409 | 500 | 501
  constructor(status: Refusal['status'], message: string) {
    super(message)
    this.status = status
  }
}

export const badRequest = (message: string) => new Refusal(400, message)

export const notFound = (thing: string) => new Refusal(404, `${thing} not found`)
