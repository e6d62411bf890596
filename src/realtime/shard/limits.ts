/** The sockets of a shard, after which new connections go to another one. */
export const maxSockets = 2000
export const maxTopics = 128
/** Commands of a connection in a second, except for subscribes. */
export const maxCommands = 50
/** Subscribes of a connection at once, and those that follow in a second. A client repeats all of them when it reconnects. */
export const maxSubscribes = 2 * maxTopics
export const subscribesPerSecond = 50
/** The characters of the replies with publications or clients that a connection may have at once, and then in a second. */
export const replyBurst = 32_000_000
export const repliedPerSecond = 4_000_000

/** The time between two pings. A client that did not answer the one before is disconnected. */
export const pingSeconds = 25
/**
 * The most time for the authentication of a token. It ends before the next ping, which would close the connection as stale:
 * its client would not connect again, as it does after an error.
 */
export const authenticationMs = 20_000
/** How long before the end of its token a client is asked to refresh it. */
export const refreshLeadSeconds = 30

/** Publications that wait for the reply to a subscribe, after which the client must recover. */
export const maxPending = 1000
