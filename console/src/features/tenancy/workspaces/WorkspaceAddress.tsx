import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import classes from '#platform/ui/fields/hint.module.css'
import { slugOf } from './slug.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export function SuggestedAddress({ field = 'url' }: { field?: string }) {
  const { fields } = useFormState()
  const name = text(fields.values['name'])
  const url = text(fields.values[field])
  const suggested = useRef(slugOf(name))
  useEffect(() => {
    const next = slugOf(name)
    if (next === suggested.current) return
    if (url === suggested.current) fields.set(field, next)
    suggested.current = next
  })
  return null
}

export function Availability() {
  const { fields } = useFormState()
  const url = text(fields.values['url']).trim().toLowerCase()
  const [settled] = useDebouncedValue(url, 500)
  const asked = settled !== '' && fields.errors['url'] === undefined
  const check = useRead(workspaces.checkId, { workspaceId: settled }, { when: asked, quiet: true, fresh: 10_000 })
  const known = asked && settled === url && check.data !== undefined ? check.data : null
  if (!asked) return null
  return (
    <p
      className={`cv-small ${known === null ? '' : known.available ? 'cv-ok' : 'cv-bad'} ${classes.hint ?? ''}`}
      aria-live="polite"
    >
      {known === null ? (
        t('Checking availability…')
      ) : known.available ? (
        <>
          <IconCircleCheck size={14} stroke={2} aria-hidden /> {t('{address} is available', { address: settled })}
        </>
      ) : (
        <>
          <IconAlertCircle size={14} stroke={2} aria-hidden />{' '}
          {known.reason ?? t('This workspace address is already in use')}
        </>
      )}
    </p>
  )
}
