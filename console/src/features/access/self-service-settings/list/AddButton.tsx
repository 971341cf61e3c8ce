import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { t } from '#platform/text/text.ts'
import { useOverlayAddress } from '#shell/overlay-address.ts'
import { useSource } from '../source.ts'

const AddPage = lazy(() => import('./AddPage.tsx'))

export function AddButton({ first = false }: { first?: boolean }) {
  const { home } = useSource()
  const go = useNavigate()
  const adding = useOverlayAddress('add', first)
  return (
    <>
      <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={adding.begin}>
        {t('Create page')}
      </Button>
      <Suspense>{adding.open && <AddPage close={adding.end} made={id => void go({ to: `${home}/${id}` })} />}</Suspense>
    </>
  )
}
