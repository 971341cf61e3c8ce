import * as z from 'zod/mini'
import { whole } from './fields.ts'

/** Paging parameters (decision G19); `after` is a cursor from an earlier response and overrides `page`. */
export const Page = z.object({
  page: z._default(whole(1, 1_000_000), 1),
  pageSize: z._default(whole(1, 100), 20),
  after: z.optional(z.string().check(z.maxLength(2000))),
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  sort: z.optional(z.string().check(z.maxLength(40))),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
})
export type Page = z.output<typeof Page>

/** Paging of a list without a search. */
export const Paging = z.omit(Page, { search: true })

/** Number of rows: exact up to 10,000 (decision G5). */
export const Total = z.object({ total: z.int(), totalIs: z.enum(['exact', 'at least']) })
export type Total = z.output<typeof Total>

/**
 * A page of a list (decision G5). `total` is exact up to 10,000; beyond that, `totalIs` is 'at least', and earlier if
 * counting all matches of a search would take too long. `next` is the cursor of the next page, null on the last one.
 */
export const pageOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    ...Total.shape,
    page: z.int(),
    pageSize: z.int(),
    next: z.nullable(z.string()),
  })

export interface PageOf<T> extends Total {
  items: T[]
  page: number
  pageSize: number
  next: string | null
}
