// An interpreter of the JMESPath library that counts its work and sees own members only. It answers by itself where
// the library's cost does not follow from the number of visited nodes, or where the library reads prototypes. Pure.
import { TreeInterpreter, type compile, type JSONObject, type JSONValue } from '@jmespath-community/jmespath';
import { boundFunctions } from './jmespathFunctions.ts';
import { Work } from './jmespathWork.ts';

type Interpreter = typeof TreeInterpreter;
type Node = ReturnType<typeof compile>;
type Visited = ReturnType<Interpreter['visit']>;

/** What a new scope costs: it has a function table of its own. */
const SCOPE_UNITS = 100;

/** An interpreter for one evaluation: it shares nothing with any other. Throws TooCostly once its work is used up. */
export function boundedInterpreter(): Interpreter {
  return bounded(freshInterpreter(), new Work(), new WeakSet());
}

function freshInterpreter(): Interpreter {
  // The library exports its one instance, not the class.
  const make = TreeInterpreter.constructor as new () => Interpreter;
  return new make();
}

function bounded(interpreter: Interpreter, work: Work, references: WeakSet<object>): Interpreter {
  const visitPlainly = interpreter.visit.bind(interpreter);
  const withScope = interpreter.withScope.bind(interpreter);
  boundFunctions(interpreter.runtime, work, (value) => references.has(value));
  interpreter.visit = (node, value) => {
    work.charge(1);
    const own = visitOwn(interpreter, visitPlainly, work, node, value);
    const result = own === undefined ? visitPlainly(node, value) : own;
    if (node.type === 'ExpressionReference') references.add(result as object);
    // A slice is a copy, and whoever compares by a text goes over it each time it is visited.
    if (node.type === 'Slice' || typeof result === 'string') work.chargeShallow(result);
    return result;
  };
  interpreter.withScope = (scope) => {
    work.charge(SCOPE_UNITS);
    const inner = withScope(scope);
    // The library hands on the outer function table, whose functions see the outer scope.
    inner.runtime = freshInterpreter().runtime;
    inner.runtime._interpreter = inner;
    return bounded(inner, work, references);
  };
  return interpreter;
}

/** The nodes with an answer of our own; undefined where the library's own visit is right. */
function visitOwn(interpreter: Interpreter, visitPlainly: Interpreter['visit'], work: Work, node: Node, value: Visited): Visited | undefined {
  const visit = (child: Node, of: Visited = value): JSONValue => interpreter.visit(child, of) as JSONValue;
  const holds = (child: Node, of: Visited = value): boolean => !work.isFalse(visit(child, of));
  switch (node.type) {
    case 'Field':
      return isObject(value) && Object.hasOwn(value, node.name) ? (value[node.name] ?? null) : null;
    case 'Comparator': {
      const [left, right] = [visit(node.left), visit(node.right)];
      work.chargeDeep(left);
      work.chargeDeep(right);
      return visitPlainly({ ...node, left: { type: 'Literal', value: left }, right: { type: 'Literal', value: right } }, null);
    }
    case 'Flatten': {
      const list = visit(node.child);
      if (!Array.isArray(list)) return null;
      work.chargeShallow(list);
      for (const item of list) if (Array.isArray(item)) work.chargeShallow(item);
      return list.flat() as JSONValue;
    }
    case 'FilterProjection': {
      const list = visit(node.left);
      if (!Array.isArray(list)) return null;
      const kept = list.filter((item) => holds(node.condition, item));
      return kept.map((item) => visit(node.right, item)).filter((item) => item !== null);
    }
    case 'MultiSelectHash':
      return Object.fromEntries(node.children.map((child) => [child.name, visit(child.value)]));
    case 'OrExpression': {
      const left = visit(node.left);
      return work.isFalse(left) ? visit(node.right) : left;
    }
    case 'AndExpression': {
      const left = visit(node.left);
      return work.isFalse(left) ? left : visit(node.right);
    }
    case 'NotExpression':
      return !holds(node.child);
    case 'Ternary':
      return holds(node.condition) ? visit(node.trueExpr) : visit(node.falseExpr);
    default:
      return undefined;
  }
}

function isObject(value: Visited): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
