/** Bytes of a request at most. */
export const largestBody = 1_048_576
/** Operations of a bulk request at most. */
export const mostBulk = 200
/** Resources on a page at most, and where nothing is said. */
export const mostOnPage = 1000
export const usualOnPage = 100
/** Members in a list of groups at most; pages end earlier where there would be more. */
export const mostMembersOnPage = 20_000
