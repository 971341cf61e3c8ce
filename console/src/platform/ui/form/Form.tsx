import type { Endpoint, OutputOf, Schema } from '@claviger/contract/platform/endpoint'
import { use, useEffect, useId, useRef, useState } from 'react'
import type { ComponentType, FormEvent, ReactNode } from 'react'
import { showRefusal } from '#platform/data/call.ts'
import type { CallError } from '#platform/data/refusal.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { DirtyContext, FormContext, SharedFormContext } from './context.ts'
import type { Size } from './context.ts'
import classes from './form.module.css'
import { asInput, faultsIn, shapeOf } from './shape.ts'
import { useFields } from './useFields.ts'
import { useUnsaved } from './unsaved.ts'
import type { Fields, Values } from './useFields.ts'

export interface FormProps<I extends Schema, R extends Schema> {
  of: Endpoint<I, R>
  start: Values
  /** Inputs without a field, such as an ID. */
  fixed?: Values
  done: (reply: OutputOf<R>, values: Values) => void
  /** Handles a refusal, for example at a field; returns true if it did. */
  refused?: (refusal: CallError, fields: Fields) => boolean
  faultsOf?: (values: Values) => Record<string, string>
  needed?: string | readonly string[]
  size?: Size
  /** Asks before leaving with unsaved changes; not lazy, so that it also works immediately after loading. */
  guard?: ComponentType
  children: ReactNode
}

const none: readonly string[] = []

export function Form<I extends Schema, R extends Schema>(props: FormProps<I, R>) {
  const { of, start, fixed = {}, done, refused, faultsOf, needed, size = 'sm', guard: Guard, children } = props
  const [problem, setProblem] = useState<string | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const holder = use(DirtyContext)
  const together = use(SharedFormContext)
  const name = useId()
  const shape = shapeOf(of.input)
  const required = [needed ?? none].flat()
  const fields = useFields(start, values => ({
    ...faultsIn(of.input, { ...values, ...fixed }, required),
    ...faultsOf?.(values),
  }))
  const write = useWrite(of, { quiet: true })
  const { dirty } = fields

  useEffect(() => {
    if (holder) holder.current = dirty
    return () => {
      if (holder) holder.current = false
    }
  }, [holder, dirty])

  useUnsaved(dirty)

  const focusFault = () =>
    requestAnimationFrame(() =>
      // Wrappers of a field are marked as invalid too but can't take the focus
      element.current
        ?.querySelector<HTMLElement>(':is(input, textarea, select, button):is([aria-invalid="true"], [data-error])')
        ?.focus(),
    )

  function refuse(refusal: CallError) {
    if (refused?.(refusal, fields)) return
    const mine = refusal.fields.filter(({ field }) => (field.split('.')[0] ?? field) in fields.values)
    if (mine.length > 0) {
      fields.setErrors(Object.fromEntries(mine.map(fault => [fault.field, fault.message])))
      focusFault()
    } else showRefusal(refusal)
    setProblem(refusal.message)
  }

  function sound() {
    setProblem(null)
    return Object.keys(fields.check()).length === 0
  }

  const send = () =>
    new Promise<boolean>(sent =>
      write.mutate(asInput(of.input, { ...fields.values, ...fixed }), {
        onError(refusal) {
          refuse(refusal)
          sent(false)
        },
        onSuccess(reply) {
          fields.settle()
          if (holder) holder.current = false
          done(reply, fields.values)
          sent(true)
        },
      }),
    )

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (together) together.save()
    else if (sound()) void send()
    else focusFault()
  }

  useEffect(() => together?.hold(name, { dirty, sound, toFault: focusFault, send, reset: fields.reset }))
  useEffect(() => () => together?.hold(name, null), [together, name])

  return (
    <FormContext value={{ fields, shape, required, size, busy: write.isPending, problem }}>
      <form ref={element} className={classes.form} noValidate onSubmit={submit}>
        {children}
        {together && <input type="submit" hidden />}
      </form>
      {Guard && dirty && !together && <Guard />}
    </FormContext>
  )
}
