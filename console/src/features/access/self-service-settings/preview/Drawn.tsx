import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSay } from './preview-language.ts'
import classes from '../preview.module.css'

export const DrawnField = ({ label, value, fault }: { label: string; value?: string; fault?: string }) => (
  <div className={classes.field} data-fault={fault !== undefined || undefined}>
    <span>{label}</span>
    <i>{value}</i>
    {fault && <em>{fault}</em>}
  </div>
)

export const DrawnHead = ({ title, under }: { title: string; under?: string | undefined }) => (
  <>
    <p className={classes.title}>{title}</p>
    {under && <p className={classes.under}>{under}</p>}
  </>
)

export function DrawnActions({ children }: { children: ReactNode }) {
  const say = useSay()
  return (
    <div className={classes.buttons}>
      <span>
        <IconArrowLeft size={12} stroke={2} aria-hidden /> {say('Back')}
      </span>
      <b>{children}</b>
    </div>
  )
}
