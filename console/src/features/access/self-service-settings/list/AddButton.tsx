import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../../ground/text/text.ts'
import { useSource } from '../source.ts'

const AddPage = lazy(() => import('./AddPage.tsx'))

/** Builds a page and goes to its editor. */
export function AddButton() {
  const { home } = useSource()
  const go = useNavigate()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setAdding(true)}>
        {t('Build page')}
      </Button>
      <Suspense>
        {adding && <AddPage close={() => setAdding(false)} made={id => void go({ to: `${home}/${id}` })} />}
      </Suspense>
    </>
  )
}
