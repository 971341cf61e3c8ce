import { demoOwners, signIn } from '@claviger/contract/access/sign-in'
import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { beginTour } from '#shell/tour-state.ts'

type DemoOwner = (typeof demoOwners)[number]

interface DemoEntryProps {
  done: (tokens: { accessToken: string; refreshToken: string }) => void
}

/** Signs in to the demo, also without a click if the address names one of its workspaces. */
export function DemoEntry({ done }: DemoEntryProps) {
  const { mutate, isPending } = useWrite(signIn.demo, { done })
  const open = useCallback(
    (as: DemoOwner) => {
      if (as === 'hospital') beginTour()
      mutate({ as })
    },
    [mutate],
  )
  const named = useRef(new URLSearchParams(window.location.search).get('demo'))
  useEffect(() => {
    const as = demoOwners.find(owner => owner === named.current)
    named.current = null
    if (as) open(as)
  }, [open])
  return (
    <>
      <Button size="lg" fullWidth variant="default" loading={isPending} onClick={() => open('hospital')}>
        {t('Open the demo workspace')}
      </Button>
      <Button variant="subtle" disabled={isPending} onClick={() => open('partner')}>
        {t('Open the demo as a partner')}
      </Button>
    </>
  )
}
