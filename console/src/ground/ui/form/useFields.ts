import { useState } from 'react'
import type { ChangeEvent } from 'react'

export type Values = Record<string, unknown>
type Faults = Record<string, string>

export interface Fields {
  values: Values
  errors: Faults
  dirty: boolean
  /** What an input needs to know of one field. */
  input(name: string): { value: string; error: string | undefined; onChange(given: unknown): void; onBlur(): void }
  /** A box to tick, as `field` binds what is typed. */
  tick(name: string): {
    checked: boolean
    error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement>): void
  }
  set(name: string, value: unknown): void
  fault(name: string, message: string): void
  setErrors(errors: Faults): void
  /** Checks everything; answers the faults. */
  check(): Faults
  /** Checks one field and whatever lies under it. */
  checkOne(name: string): void
  /** What is there now counts as saved. */
  settle(): void
  /** What was saved last is there again. */
  reset(): void
}

const isEvent = (given: unknown): given is ChangeEvent<HTMLInputElement> =>
  typeof given === 'object' && given !== null && 'currentTarget' in given

const under = (name: string) => (path: string) => path === name || path.startsWith(`${name}.`)

const without = (faults: Faults, name: string) =>
  Object.fromEntries(Object.entries(faults).filter(([path]) => !under(name)(path)))

/** Values and faults of a form: checked when a changed field is left and on sending, then at each change. */
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
    // Several fields may be set within one event
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
      // A field left as it was is no fault yet; what a message pushes aside could be what the pointer is just pressing
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
