/** Maximum request size in bytes. */
export const largestBody = 1_048_576
/** Maximum number of operations in a bulk request. */
export const mostBulk = 200
/** Maximum and default number of resources per page. */
export const mostOnPage = 1000
export const usualOnPage = 100
/** Maximum number of members in a page of groups; pages end earlier if necessary. */
export const mostMembersOnPage = 20_000
