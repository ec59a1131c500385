from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0022_apartreason"),)

    operations = (
        migrations.AddField(
            model_name="publication", name="withdrawn_at", field=models.DateTimeField(null=True)
        ),
    )
