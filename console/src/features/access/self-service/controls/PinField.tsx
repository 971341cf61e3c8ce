import { IconEye, IconEyeOff } from './icons.tsx'
import { useState } from 'react'
import { t } from '#platform/light-page/page-texts.ts'
import { Field } from './Field.tsx'
import type { FieldProps } from './Field.tsx'
import classes from '../look/controls.module.css'

export function PinField(props: FieldProps) {
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck="false"
      autoCapitalize="none"
      end={
        <button
          type="button"
          className={`cv-centered ${classes.eye}`}
          aria-pressed={shown}
          aria-label={t('Show PIN')}
          onClick={() => setShown(!shown)}
        >
          <Eye size={20} stroke={1.6} aria-hidden />
        </button>
      }
    />
  )
}
