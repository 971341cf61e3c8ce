import { TextInput } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import { t } from '#platform/text/text.ts'
import classes from './why.module.css'

const WhyPanel = lazy(() => import('./WhyPanel.tsx'))

/** Finds a decision by the reference that a refused user was shown. */
export function FindByReference() {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const find = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') setAsked(typed.trim())
  }
  return (
    <>
      <form role="search" onSubmit={find} className={classes.find}>
        <TextInput
          aria-label={t('Find by reference')}
          placeholder={t('Find by reference')}
          leftSection={<IconHash size={16} stroke={1.8} aria-hidden />}
          maxLength={20}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      </form>
      <Suspense>{asked !== null && <WhyPanel reference={asked} close={() => setAsked(null)} />}</Suspense>
    </>
  )
}
