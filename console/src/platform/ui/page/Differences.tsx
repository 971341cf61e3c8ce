import classes from './page.module.css'

export function Differences({
  of,
}: {
  of: readonly { name: string; before: readonly string[]; after: readonly string[] }[]
}) {
  return (
    <dl className={classes.differences}>
      {of.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          {before.map(one => (
            <dd key={`-${one}`}>
              <del>{one}</del>
            </dd>
          ))}
          {after.map(one => (
            <dd key={`+${one}`}>
              <ins>{one}</ins>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
