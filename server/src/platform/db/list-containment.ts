import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  JoinNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  RawNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  WhereNode,
} from 'kysely'
import { tenants } from './db.types.ts'

const equals = OperatorNode.create('=')
// The same expression as in the policies, so that the planner recognizes duplicates
const here = RawNode.createWithSql('current_workspace()')

/** Workspace condition of a table; undefined if it has no workspace column. */
function within(node: OperationNode | undefined): OperationNode | undefined {
  if (node === undefined) return undefined
  const [table, alias] = AliasNode.is(node) ? [node.node, node.alias] : [node, undefined]
  if (!TableNode.is(table) || table.table.schema) return undefined
  const { name } = table.table.identifier
  const column = tenants[name]
  if (column === undefined) return undefined
  const known = alias && IdentifierNode.is(alias) ? alias.name : name
  const own = ReferenceNode.create(ColumnNode.create(column), TableNode.create(known))
  return BinaryOperationNode.create(own, equals, here)
}

interface Looking {
  where?: WhereNode
  joins?: readonly JoinNode[]
}

export function allWithin<N extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(node: N): N {
  const met = tablesOf(node).flatMap(table => within(table) ?? [])
  const joins = node.joins?.map(join => {
    const own = within(join.table)
    if (own === undefined) return join
    if (join.on) return JoinNode.cloneWithOn(join, own)
    met.push(own)
    return join
  })
  if (met.length === 0 && joins === undefined) return node
  // Parenthesized, because raw SQL may contain "or"
  const asked = node.where && (RawNode.is(node.where.where) ? ParensNode.create(node.where.where) : node.where.where)
  const all = asked ? [asked, ...met] : met
  const where = all.length > 0 ? WhereNode.create(all.reduce((one, other) => AndNode.create(one, other))) : undefined
  return { ...node, ...({ ...(where && { where }), ...(joins && { joins }) } satisfies Looking) }
}

function tablesOf(node: SelectQueryNode | UpdateQueryNode | DeleteQueryNode): readonly (OperationNode | undefined)[] {
  if (node.kind === 'UpdateQueryNode') return [node.table, ...(node.from?.froms ?? [])]
  if (node.kind === 'DeleteQueryNode') return [...node.from.froms, ...(node.using?.tables ?? [])]
  return node.from?.froms ?? []
}
