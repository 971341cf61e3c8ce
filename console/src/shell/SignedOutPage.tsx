import { Box } from '@mantine/core'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { t, Trans } from '../platform/text/text.ts'
import { Anchor } from '../platform/ui/bits/Anchor.tsx'
import { Brand } from '../platform/ui/bits/Mark.tsx'
import { Languages } from './Languages.tsx'
import classes from './outside.module.css'

export interface SignedOutPageProps {
  tab: string
  picture?: ReactNode
  title: string
  under?: ReactNode
  wide?: boolean
  children: ReactNode
}

export function SignedOutPage({ tab, picture, title, under, wide = false, children }: SignedOutPageProps) {
  useEffect(() => {
    document.title = `${tab} · Claviger`
  }, [tab])
  return (
    <Box className={`cv-column ${classes.outside}`} mih="100dvh">
      <Box component="header" p="24px 28px">
        <Brand />
      </Box>
      <main className={`cv-column ${classes.main}`} data-wide={wide || undefined}>
        {picture && (
          <Box mb={16} lh={0}>
            {picture}
          </Box>
        )}
        <Box component="h1" className="cv-large-title" ta="center">
          {title}
        </Box>
        {under && (
          <Box component="p" mt={2} fz={14} lh="21px" ta="center" className="cv-muted cv-wrap">
            {under}
          </Box>
        )}
        <Box w="100%" mt={24}>
          {children}
        </Box>
      </main>
      <footer className={`cv-row cv-muted ${classes.foot}`}>
        <span>
          <Trans
            id="New to Claviger? <0>Create a workspace</0>"
            components={[<Anchor key="0" href="/auth/register" className={classes.strong} />]}
          />
        </span>
        <Languages />
        <a className="cv-muted" href="/legal/privacy-policy">
          {t('Privacy policy')}
        </a>
        <a className="cv-muted" href="/legal/license-agreement">
          {t('License agreement')}
        </a>
      </footer>
    </Box>
  )
}
