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

interface Walk {
  what: string
  prepare: (desk: Desk) => Promise<(hand: Hand) => Promise<void>>
  outside?: true
}

/** `first` is the number of clicks at the first measurement, `most` the number that the task can take. */
export type Task = Walk & ({ first: number } | { most: number })

export function mostClicks(task: Task): number {
  if ('most' in task) return task.most
  return task.first > 5 ? Math.floor(task.first / 2) : task.first
}
