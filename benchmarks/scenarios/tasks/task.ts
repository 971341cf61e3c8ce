import type { Page } from 'playwright-core'
import type { Product } from '../../../e2e/product.ts'
import type { Stage } from '../../stage.ts'
import type { Tenant } from '../../tenant.ts'
import type { Hand } from './hand.ts'

export interface Desk {
  stage: Stage
  product: Product
  page: Page
  ask: Tenant['ask']
}

export interface Task {
  what: string
  first: number
  prepare: (desk: Desk) => Promise<(hand: Hand) => Promise<void>>
  outside?: true
}

export const most = ({ first }: Task): number => (first > 5 ? Math.floor(first / 2) : first)
