import type { Page } from 'playwright-core'
import type { Product } from '../../../e2e/product.ts'
import type { Stage } from '../../stage.ts'
import type { Tenant } from '../../tenant.ts'
import type { Hand } from './hand.ts'

/** Where tasks are done: by an owner who signed in with a passkey a moment ago. */
export interface Desk {
  stage: Stage
  product: Product
  /** The owner's tab, at the dashboard. */
  page: Page
  /** Asks the server as the owner, to prepare what a task begins with. */
  ask: Tenant['ask']
}

/** Something that people do often or in a hurry. */
export interface Task {
  what: string
  /** Clicks when it was first measured. */
  first: number
  /** Prepares what it needs, and answers the way to do it. */
  prepare: (desk: Desk) => Promise<(hand: Hand) => Promise<void>>
  /** It is done at a browser of its own, by somebody who is not signed in. */
  outside?: true
}

/** How many clicks it may take: half of what it took, where that was many. */
export const most = ({ first }: Task): number => (first > 5 ? Math.floor(first / 2) : first)
