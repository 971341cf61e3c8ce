import { Box, Stack } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { type Guide, guideNamed, guides } from './guides.ts'
import classes from './help.module.css'

const help = '/dashboard/help'

function List() {
  return (
    <Grid columns={220} keeps gap={24}>
      {guides.map(({ title, of }) => (
        <section key={title}>
          <h2 className="cv-heading">{t(title)}</h2>
          <ul>
            {of.map(guide => (
              <Box component="li" pt={6} key={guide.name}>
                <Link to={help} search={{ guide: guide.name }}>
                  {t(guide.title)}
                </Link>
              </Box>
            ))}
          </ul>
        </section>
      ))}
    </Grid>
  )
}

/** The browser looks for the heading in the address before the text is loaded, so this scrolls to it afterwards. */
function scrollToHeading(text: HTMLElement | null): void {
  if (text) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
}

function Text({ guide }: { guide: Guide }) {
  const [html, setHtml] = useState<{ of: Guide; text: string } | null>(null)
  const [failed, setFailed] = useState<{ of: Guide; fault: unknown } | null>(null)
  useEffect(() => {
    let gone = false
    const show = async () => {
      const { default: text } = await guide.load()
      if (!gone) setHtml({ of: guide, text })
    }
    show().catch((fault: unknown) => {
      if (!gone) setFailed({ of: guide, fault })
    })
    return () => {
      gone = true
    }
  }, [guide])
  if (html?.of === guide)
    return (
      <article
        ref={scrollToHeading}
        lang="en"
        className={`${classes.text ?? ''} cv-prose`}
        dangerouslySetInnerHTML={{ __html: html.text }}
      />
    )
  if (failed?.of !== guide) return <Bones lines={12} />
  // A browser can remember that a file failed, so only a reload tries again
  const reload = () => window.location.reload()
  return <ErrorCard title={t("We couldn't open this page")} fault={failed.fault} retry={reload} />
}

/** The documentation in the console; the texts are rendered when the console is built, in English. */
export default function HelpPage() {
  const { guide: name } = useSearch({ strict: false })
  const guide = guideNamed(name)
  if (!guide)
    return (
      <Stack gap={20} maw={840}>
        <PageHead title={t('Documentation')} under={<span>{t('Claviger {version}', { version: __VERSION__ })}</span>} />
        <List />
      </Stack>
    )
  return (
    <Stack gap={20} maw={840}>
      <PageHead title={t(guide.title)} under={<Link to={help}>{t('All documentation')}</Link>} />
      <Text guide={guide} />
    </Stack>
  )
}
