// What policies allow, and whether one lies inside others. The rules are exact: see `contains`.

import { contains, isConcreteResource, matches } from './pattern.ts'
import type { Policy, PolicyStatement } from './policy.ts'

/** One thing that a policy asks for beyond its ceiling. `statement` is the index in the asking policy. */
type Violation = { statement: number; action: string; resource: string }

/**
 * Whether every one of the policies allows the action on the resource. No policies, or one without
 * statements, allow nothing.
 *
 * A request names one action and one path, so an action that is a pattern, or a resource that is a pattern or
 * no well-formed path (`installs/AI1/../AI2`, `installs/*`), is never allowed: a `*` would otherwise be taken
 * for a character by the policy's own `*`, and the request let through for resources it did not name.
 */
export function allows(policies: readonly Policy[], action: string, resource: string): boolean {
  if (policies.length === 0 || action.includes('*') || !isConcreteResource(resource)) return false
  return policies.every(policy =>
    policy.statements.some(
      ({ actions, resources }) =>
        actions.some(pattern => matches(pattern, action)) &&
        resources.some(pattern => matches(pattern, resource)),
    ),
  )
}

/**
 * Everything that `child` allows and some parent does not, in the order of statements, catalogue and
 * resources; empty when the child lies inside each parent. No parents are a ceiling of nothing.
 *
 * Exact: the actions are the catalogue's, and a resource pattern lies inside a union only if one of its
 * patterns contains it. A parent's allowance may be spread over several of its statements, never over several
 * parents. An action pattern of the child that names nothing in the catalogue asks for nothing: see
 * `unknownActions`.
 */
export function violations(
  child: Policy,
  parents: readonly Policy[],
  catalogue: readonly string[],
): Violation[] {
  return child.statements.flatMap((asking, statement) => {
    // Which statements of each parent contain the pattern, found once and not once for each action.
    const asked = [...new Set(asking.resources)].map(resource => ({
      resource,
      granting: parents.map(parent =>
        parent.statements.filter(({ resources }) => resources.some(outer => contains(outer, resource))),
      ),
    }))
    return expandStatement(asking, catalogue).actions.flatMap(action =>
      asked
        .filter(({ granting }) => !isGranted(granting, action))
        .map(({ resource }) => ({ statement, action, resource })),
    )
  })
}

/**
 * The same policy with its action patterns replaced by the actions they name in the catalogue, in its order,
 * so that an action added to the catalogue later is not granted by a policy issued today. Statements that
 * name nothing are left out.
 */
export function expandActions(policy: Policy, catalogue: readonly string[]): Policy {
  const expanded = policy.statements.map(statement => expandStatement(statement, catalogue))
  return { ...policy, statements: expanded.filter(({ actions }) => actions.length > 0) }
}

/** Where the action patterns stand that name nothing in the catalogue, as `[statement, action]` indices. */
export function unknownActions(
  policy: Policy,
  catalogue: readonly string[],
): [statement: number, action: number][] {
  return policy.statements.flatMap(({ actions }, statement) =>
    actions.flatMap((pattern, action): [number, number][] =>
      catalogue.some(known => matches(pattern, known)) ? [] : [[statement, action]],
    ),
  )
}

function expandStatement(statement: PolicyStatement, catalogue: readonly string[]): PolicyStatement {
  // Stored policies name their actions, so a few patterns at most are held against the whole catalogue.
  const names = new Set(statement.actions)
  const patterns = statement.actions.filter(action => action.includes('*'))
  const actions = catalogue.filter(
    action => names.has(action) || patterns.some(pattern => matches(pattern, action)),
  )
  return { ...statement, actions }
}

function isGranted(granting: PolicyStatement[][], action: string): boolean {
  return (
    granting.length > 0 &&
    granting.every(ceiling =>
      ceiling.some(({ actions }) => actions.some(pattern => matches(pattern, action))),
    )
  )
}
