import type { Schema } from '@claviger/contract/platform/endpoint'
import { createContext, use } from 'react'
import { isOptional } from './shape.ts'
import type { Fields } from './useFields.ts'

export type Size = 'sm' | 'md' | 'lg'

export interface FormState {
  fields: Fields
  shape: Record<string, Schema>
  required: readonly string[]
  size: Size
  busy: boolean
  problem: string | null
}

export const FormContext = createContext<FormState | null>(null)

export function useFormState(): FormState {
  const state = use(FormContext)
  if (state === null) throw new Error('A field stands outside a Form')
  return state
}

/** Tells a container of forms (such as a drawer) whether closing it would lose input. */
export const DirtyContext = createContext<{ current: boolean } | null>(null)

/** Closes the drawer around a form, after a question if that would lose input. */
export const LeaveContext = createContext<(() => void) | null>(null)

export interface FormPart {
  dirty: boolean
  sound(): boolean
  toFault(): void
  send(): Promise<boolean>
  reset(): void
}

/** Coordinates forms with a shared Save button: each form reports its state; Enter saves all of them. */
export interface SharedForm {
  hold(name: string, part: FormPart | null): void
  save(): void
}
export const SharedFormContext = createContext<SharedForm | null>(null)

export function useField(name: string) {
  const { fields, shape, required, size } = useFormState()
  return { props: fields.input(name), optional: isOptional(shape[name]) && !required.includes(name), size, fields }
}
