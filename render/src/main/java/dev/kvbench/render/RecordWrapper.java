package dev.kvbench.render;

import freemarker.template.ObjectWrapper;
import freemarker.template.SimpleNumber;
import freemarker.template.SimpleScalar;
import freemarker.template.SimpleSequence;
import freemarker.template.TemplateBooleanModel;
import freemarker.template.TemplateHashModel;
import freemarker.template.TemplateModel;
import freemarker.template.TemplateModelException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The window through which templates see data: texts, numbers, truth values, lists, and the
 * components of records by their names. There is no way through it to a method or a class.
 */
final class RecordWrapper implements ObjectWrapper {

  @Override
  public @Nullable TemplateModel wrap(@Nullable Object value) throws TemplateModelException {
    if (value == null) {
      return null;
    }
    if (value instanceof TemplateModel model) {
      return model;
    }
    if (value instanceof String text) {
      return new SimpleScalar(text);
    }
    if (value instanceof Number number) {
      return new SimpleNumber(number);
    }
    if (value instanceof Boolean truth) {
      return truth ? TemplateBooleanModel.TRUE : TemplateBooleanModel.FALSE;
    }
    if (value instanceof List<?> list) {
      return new SimpleSequence(list, this);
    }
    if (value instanceof Record fields) {
      return new Components(fields);
    }
    throw new TemplateModelException("templates do not see a " + value.getClass().getName());
  }

  private final class Components implements TemplateHashModel {
    private final Record fields;

    Components(Record fields) {
      this.fields = fields;
    }

    @Override
    public @Nullable TemplateModel get(String name) throws TemplateModelException {
      for (RecordComponent component : fields.getClass().getRecordComponents()) {
        if (component.getName().equals(name)) {
          try {
            return wrap(component.getAccessor().invoke(fields));
          } catch (ReflectiveOperationException e) {
            throw new TemplateModelException("cannot read " + name, e);
          }
        }
      }
      return null;
    }

    @Override
    public boolean isEmpty() {
      return false;
    }
  }
}
