import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { t } from '#platform/text/text.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { guideNamed, guides } from './guides.ts'
import classes from './help.module.css'

const help = '/dashboard/help'

function List() {
  return (
    <div className={classes.list}>
      {guides.map(({ title, of }) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <ul>
            {of.map(guide => (
              <li key={guide.name}>
                <Link to={help} search={{ guide: guide.name }}>
                  {t(guide.title)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The documentation in the console; the texts are rendered when the console is built, in English. */
export default function HelpPage() {
  const { guide: name } = useSearch({ strict: false })
  const guide = guideNamed(name)
  const Text = useMemo(
    () =>
      guide &&
      lazy(async () => {
        const { default: html } = await guide.load()
        const Content = () => <article lang="en" className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
        return { default: Content }
      }),
    [guide],
  )
  if (!guide || !Text)
    return (
      <div className={classes.page}>
        <PageHead title={t('Documentation')} under={<span>{t('Claviger {version}', { version: __VERSION__ })}</span>} />
        <List />
      </div>
    )
  return (
    <div className={classes.page}>
      <PageHead title={t(guide.title)} under={<Link to={help}>{t('All documentation')}</Link>} />
      <Suspense fallback={<Bones lines={12} />}>
        <Text />
      </Suspense>
    </div>
  )
}
