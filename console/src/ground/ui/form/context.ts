import type { Schema } from '@claviger/contract/ground/endpoint'
import { createContext, use } from 'react'
import { isOptional } from './shape.ts'
import type { Fields } from './useFields.ts'

export type Size = 'sm' | 'md' | 'lg'

export interface FormState {
  fields: Fields
  shape: Record<string, Schema>
  /** Fields that this form needs although the contract takes them as optional. */
  required: readonly string[]
  size: Size
  busy: boolean
  /** What the server said about the whole form. */
  problem: string | null
}

export const FormContext = createContext<FormState | null>(null)

/** The form around a field. */
export function useFormState(): FormState {
  const state = use(FormContext)
  if (state === null) throw new Error('A field stands outside a Form')
  return state
}

/** Whatever holds forms (a drawer) learns here whether closing would lose something. */
export const DirtyContext = createContext<{ current: boolean } | null>(null)

/** One of several forms that are saved by one button. */
export interface Part {
  dirty: boolean
  /** Checks everything, and marks what is wrong. */
  sound(): boolean
  /** Puts the focus on the first fault. */
  toFault(): void
  /** Answers whether it was saved. */
  send(): Promise<boolean>
  reset(): void
}

/** What several forms stand in that are saved by one button; a form says how it stands, and saves all of them on Enter. */
export interface Together {
  hold(name: string, part: Part | null): void
  save(): void
}
export const TogetherContext = createContext<Together | null>(null)

/** Input props of one field and whether it may be left empty. */
export function useField(name: string) {
  const { fields, shape, required, size } = useFormState()
  return { props: fields.input(name), optional: isOptional(shape[name]) && !required.includes(name), size, fields }
}
