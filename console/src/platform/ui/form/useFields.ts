import { useState } from 'react'
import type { ChangeEvent } from 'react'

export type Values = Record<string, unknown>
type Faults = Record<string, string>

export interface Fields {
  values: Values
  errors: Faults
  dirty: boolean
  input(name: string): { value: string; error: string | undefined; onChange(given: unknown): void; onBlur(): void }
  tick(name: string): {
    checked: boolean
    error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement>): void
  }
  set(name: string, value: unknown): void
  fault(name: string, message: string): void
  setErrors(errors: Faults): void
  check(): Faults
  checkOne(name: string): void
  settle(): void
  reset(): void
}

const isEvent = (given: unknown): given is ChangeEvent<HTMLInputElement> =>
  typeof given === 'object' && given !== null && 'currentTarget' in given

const under = (name: string) => (path: string) => path === name || path.startsWith(`${name}.`)

const without = (faults: Faults, name: string) =>
  Object.fromEntries(Object.entries(faults).filter(([path]) => !under(name)(path)))

/** Values and errors of a form: validated on blur after a change and on submit, then on each change. */
export function useFields(start: Values, faultsOf: (values: Values) => Faults): Fields {
  const [values, setValues] = useState(start)
  const [saved, setSaved] = useState(start)
  const [errors, setErrors] = useState<Faults>({})

  const recheck = (name: string, now: Values) => {
    const found = Object.entries(faultsOf(now)).filter(([path]) => under(name)(path))
    setErrors(before => ({ ...without(before, name), ...Object.fromEntries(found) }))
  }
  const set = (name: string, value: unknown) => {
    const now = { ...values, [name]: value }
    // Functional update, because one event may set several fields
    setValues(before => ({ ...before, [name]: value }))
    if (Object.keys(errors).some(under(name))) recheck(name, now)
  }
  return {
    values,
    errors,
    dirty: JSON.stringify(values) !== JSON.stringify(saved),
    input: name => ({
      value: typeof values[name] === 'string' ? values[name] : '',
      error: errors[name],
      onChange: given => set(name, isEvent(given) ? given.currentTarget.value : given),
      // No error on blur of an unchanged field: the message could move the button that is just being clicked
      onBlur: () => {
        if (values[name] !== saved[name]) recheck(name, values)
      },
    }),
    tick: name => ({
      checked: Boolean(values[name]),
      error: errors[name],
      onChange: event => set(name, event.currentTarget.checked),
    }),
    set,
    fault: (name, message) => setErrors(before => ({ ...before, [name]: message })),
    setErrors,
    check() {
      const found = faultsOf(values)
      setErrors(found)
      return found
    },
    checkOne: name => recheck(name, values),
    settle: () => setSaved(values),
    reset() {
      setValues(saved)
      setErrors({})
    },
  }
}
