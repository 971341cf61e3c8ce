import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import classes from '../look/controls.module.css'

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'children'> {
  label: string
  fault?: string | null
  end?: ReactNode
  input?: Ref<HTMLInputElement>
}

export function Field({ label, fault = null, end, input, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className={`cv-column ${classes.field}`}>
      <label htmlFor={id} className="cv-heading">
        {label}
      </label>
      <div className={`cv-ring ${classes.edge}`}>
        <input
          {...rest}
          id={id}
          ref={input}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
        />
        {end}
      </div>
      {fault !== null && (
        <p id={`${id}-fault`} className="cv-size-13 cv-bad">
          {fault}
        </p>
      )}
    </div>
  )
}
