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

/** Input props of one field and whether it may be left empty. */
export function useField(name: string) {
  const { fields, shape, required, size } = useFormState()
  return { props: fields.input(name), optional: isOptional(shape[name]) && !required.includes(name), size, fields }
}
