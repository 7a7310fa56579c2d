import { lastValueFrom, of } from 'rxjs';
import { runAsAsked } from './as-asked.mjs';
import { contextOf, intoFolders, SHARED } from './contexts.mjs';
import { intoList, intoModule, isValueOf, read, withImport } from './edits.mjs';
import { classOf, expectForm } from './names.mjs';
import { create, formatted } from './templates.mjs';

const LIB = /^libs\/([^/]+)\/src$/;
const API = 'apps/api/src';

/** What a controller of each surface is born on. */
const DECORATORS = {
  admin: 'AdminController',
  mobile: 'MobileController',
  public: 'PublicController',
  service: 'ServiceController',
};

/** `nest g module <name> --project <lib>`: beside that of the context, or among those of its folders. */
export const module = plain('module', (tree, lib, [name, ...rest]) => {
  if (rest.length > 0)
    throw new Error(`Modules of libs/${lib} are in no folder. Name it alone: nest g module ${rest.at(-1)}`);
  addModule(tree, moduleOf(tree, lib), name);
});

/** `nest g service [<folder>/]<name> --project <lib>`: into the room of services, and the folder of its capability. */
export const service = plain('service', (tree, lib, segments) => {
  if (lib === 'foundation') {
    throw new Error(
      'libs/foundation has no services, but folders with what all contexts use. Write it in one of them by hand.',
    );
  }
  const context = moduleOf(tree, lib);
  const { root, isModular, folders } = context;
  const [name, named, ...rest] = segments.toReversed();
  if (rest.length > 0 || (named !== undefined && folders.length === 0)) {
    throw new Error(
      `The rooms of ${lib} have no such folders. Name the service alone: nest g service ${name} --project ${lib}`,
    );
  }
  // Where each file is in the folder of a capability, one that names none is the first of its own.
  const folder = named ?? (folders.length === 0 || folders.includes('application') ? null : name);
  const place = folder === null ? 'application' : `application/${folder}`;
  const Class = classOf(name);
  create(tree, `${root}/${place}/${name}.service.ts`, 'plain/service.ts', { Class });
  const isNew = folder !== null && !folders.includes(folder);
  if (isNew && isModular) addModule(tree, context, folder);
  else if (isNew) intoFolders(tree, context, folder, folder.replaceAll('-', ' '));
  const own = isModular ? `${root}/modules/${folder}.module.ts` : context.module;
  withImport(tree, own, `import { ${Class}Service } from '${isModular ? '..' : '.'}/${place}/${name}.service';`);
  intoModule(tree, own, { providers: [`${Class}Service`] });
});

/**
 * `nest g controller [<surface>/]<name> --project <lib>`: contexts speak no HTTP, so it is a resource of the api, on the
 * surface of administrators unless another is named.
 */
export const controller = plain('controller', (tree, lib, segments) => {
  const [name, surface = 'admin', ...rest] = segments.toReversed();
  const decorator = DECORATORS[surface];
  if (!decorator || rest.length > 0) {
    const surfaces = Object.keys(DECORATORS).join(', ');
    throw new Error(`Name the controller alone or below a surface (${surfaces}), such as mobile/${name}.`);
  }
  if (SHARED.includes(lib)) {
    throw new Error(
      `libs/${lib} serves contexts and has no routes. Name the project of a context: --project <context>`,
    );
  }
  const [Class, Surface] = [classOf(name), classOf(surface)];
  const folder = `${API}/${surface}/${name}`;
  const [file, own] = [`${surface}-${name}.controller`, `${folder}/${name}.module.ts`];
  const names = { Class, Surface, kebab: name, decorator, tag: tagOf(tree, lib, surface) };
  create(tree, `${folder}/${file}.ts`, 'plain/controller.ts', names);
  create(tree, own, 'plain/api.module.ts', names);
  if (lib !== null) {
    const { name: context } = contextOf(tree, lib);
    withImport(tree, own, `import { ${classOf(context)}Module } from '@libs/${context}';`);
    intoModule(tree, own, { imports: [`${classOf(context)}Module`] });
  }
  withImport(tree, own, `import { ${Surface}${Class}Controller } from './${file}';`);
  intoModule(tree, own, { controllers: [`${Surface}${Class}Controller`] });
  const composed = `${API}/${surface}/${surface}.module.ts`;
  withImport(tree, composed, `import { ${Surface}${Class}Module } from './${name}/${name}.module';`);
  intoModule(tree, composed, { imports: [`${Surface}${Class}Module`] });
});

/** A module that the one of the lib composes. */
function addModule(tree, context, name) {
  const { root, module: own, isModular } = context;
  const Class = classOf(name);
  const path = isModular ? `modules/${name}.module` : `${name}.module`;
  create(tree, `${root}/${path}.ts`, 'plain/module.ts', { Class });
  withImport(tree, own, `import { ${Class}Module } from './${path}';`);
  if (!isModular) return intoModule(tree, own, { imports: [`${Class}Module`] });
  intoList(tree, own, 'list FOLDERS', isValueOf('FOLDERS'), `${Class}Module`);
  return intoFolders(tree, context, name, name.replaceAll('-', ' '));
}

/** @param act writes the files. Elsewhere than in a lib, Nest's own generator does, but for controllers of the api. */
function plain(kind, act) {
  return (options) => {
    runAsAsked();
    return (tree, context) => {
      const { name, sourceRoot } = options;
      const lib = LIB.exec(sourceRoot)?.[1] ?? null;
      const isOurs = lib !== null || (kind === 'controller' && sourceRoot === API);
      if (!isOurs) return asNest(kind, options, tree, context);
      const segments = String(name).split('/');
      for (const segment of segments) expectForm(kind, segment);
      act(tree, lib, segments);
      return formatted(tree);
    };
  };
}

function asNest(kind, options, tree, context) {
  const { engine, schematic } = context;
  const nest = engine.createCollection('@nestjs/schematics', schematic.description.collection);
  return lastValueFrom(nest.createSchematic(kind).call(options, of(tree), context));
}

/** What holds the providers of a lib. @throws Error for the kernel. */
function moduleOf(tree, lib) {
  if (lib === 'kernel')
    throw new Error('libs/kernel is imported by all and composed by none: it has no modules and no providers.');
  if (lib !== 'foundation') return contextOf(tree, lib);
  const root = 'libs/foundation/src';
  return { name: lib, root, module: `${root}/foundation.module.ts`, isModular: false };
}

/** The group of another controller: of the same context on the same surface, or else on the surface. It is a first guess. */
function tagOf(tree, lib, surface) {
  const root = `${API}/${surface}`;
  const texts = tree.getDir(root).subdirs.flatMap((folder) =>
    tree
      .getDir(`${root}/${folder}`)
      .subfiles.filter((file) => file.endsWith('.controller.ts'))
      .map((file) => read(tree, `${root}/${folder}/${file}`)),
  );
  const related = texts.filter((text) => text.includes(`from '@libs/${lib}'`));
  const tags = [...related, ...texts].flatMap((text) => /^@\w+Controller\('[^']*', '([^']+)'\)/m.exec(text)?.[1] ?? []);
  if (tags.length === 0)
    throw new Error(`${root} has no controller with a group of the document. Adapt tools/schematics.`);
  return tags[0];
}
